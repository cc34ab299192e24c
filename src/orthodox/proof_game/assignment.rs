//! Finds the cheapest assignment of `n` tasks to `n` men (the Hungarian method), with prices which prove that no
//! assignment costs less.

/// The greatest number of men in an assignment. With more men, the caller uses a weaker bound.
pub const MOST: usize = 16;

pub type Costs = [[i32; MOST]; MOST];

/// Prices of the tasks and of the men, which prove the least total cost of an assignment. `costs[t][m]` is the cost of
/// task `t` if man `m` does it.
///
/// 1. `tasks[t] + men[m] <= costs[t][m]` for all `t` and `m`.
/// 2. The sum of all prices is the least total cost (`total`).
/// 3. So an assignment in which man `m` does task `t` at cost `c` costs at least `total + c - tasks[t] - men[m]`.
#[derive(Clone, Copy, Debug)]
pub struct Prices {
    pub total: i32,
    pub tasks: [i32; MOST],
    pub men: [i32; MOST],
}

pub fn cheapest(costs: &Costs, n: usize) -> Prices {
    let (mut u, mut v) = ([0i32; MOST], [0i32; MOST]);
    let mut task_of = [usize::MAX; MOST];
    let mut open = [0usize; MOST];
    let mut opened = 0;
    for task in 0..n {
        let row = &costs[task][..n];
        let (mut least, mut man) = (i32::MAX, 0);
        for (m, &cost) in row.iter().enumerate() {
            if cost < least || cost == least && task_of[man] != usize::MAX && task_of[m] == usize::MAX {
                (least, man) = (cost, m);
            }
        }
        u[task] = least;
        if task_of[man] == usize::MAX {
            task_of[man] = task;
        } else {
            open[opened] = task;
            opened += 1;
        }
    }
    for &task in &open[..opened] {
        augment(costs, n, task, &mut task_of, &mut u, &mut v);
    }
    Prices { total: u[..n].iter().sum::<i32>() + v[..n].iter().sum::<i32>(), tasks: u, men: v }
}

/// Gives a man to the task `start`. Tasks that already have men exchange them, along the cheapest chain of such
/// exchanges that ends with a man without a task.
fn augment(
    costs: &Costs,
    n: usize,
    start: usize,
    task_of: &mut [usize; MOST],
    u: &mut [i32; MOST],
    v: &mut [i32; MOST],
) {
    let (mut least, mut done, mut before) = ([i32::MAX; MOST], [false; MOST], [usize::MAX; MOST]);
    let mut visited = [0usize; MOST];
    let mut count = 0;
    let (mut task, mut man, mut length) = (start, usize::MAX, 0);
    loop {
        let (mut next, mut shortest) = (usize::MAX, i32::MAX);
        for m in 0..n {
            if done[m] {
                continue;
            }
            let along = length + costs[task][m] - u[task] - v[m];
            if along < least[m] {
                least[m] = along;
                before[m] = man;
            }
            if least[m] < shortest {
                shortest = least[m];
                next = m;
            }
        }
        (man, length) = (next, shortest);
        done[man] = true;
        visited[count] = man;
        count += 1;
        if task_of[man] == usize::MAX {
            break;
        }
        task = task_of[man];
    }
    u[start] += length;
    for &m in &visited[..count - 1] {
        u[task_of[m]] += length - least[m];
        v[m] -= length - least[m];
    }
    while before[man] != usize::MAX {
        task_of[man] = task_of[before[man]];
        man = before[man];
    }
    task_of[man] = start;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_trying_all(costs: &Costs, n: usize, task: usize, used: u32) -> i32 {
        if task == n {
            return 0;
        }
        let free = (0..n).filter(|m| used & 1 << m == 0);
        free.map(|m| costs[task][m] + by_trying_all(costs, n, task + 1, used | 1 << m)).min().unwrap()
    }

    #[test]
    fn the_prices_prove_the_least_cost() {
        let mut seed = 7u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % below) as i32
        };
        for round in 0..2000 {
            let n = 1 + round % 6;
            let mut costs = [[0; MOST]; MOST];
            for row in &mut costs[..n] {
                for cost in &mut row[..n] {
                    *cost = if random(4) == 0 { 100 } else { random(7) };
                }
            }
            let prices = cheapest(&costs, n);
            assert_eq!(prices.total, by_trying_all(&costs, n, 0, 0));
            for (t, row) in costs[..n].iter().enumerate() {
                assert!(row[..n].iter().enumerate().all(|(m, &cost)| prices.tasks[t] + prices.men[m] <= cost));
            }
        }
    }
}
