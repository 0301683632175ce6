//! Runs numbered jobs on all processors, until the last job is done or CTRL/C ends the run.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use clap::Args;

use crate::terminal::signals;

/// The largest number of threads.
const MAX_JOBS: i64 = 1024;

/// The option that sets the number of threads.
#[derive(Debug, Args)]
pub struct Jobs {
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=MAX_JOBS))]
    jobs: Option<u16>,
}

impl Jobs {
    /// Sets the number of threads of [`for_each`] and [`map`], if the user has given the option. Has no effect after
    /// the first call of either function.
    pub fn set(&self) {
        if let Some(jobs) = self.jobs {
            THREADS.get_or_init(|| jobs.into());
        }
    }
}

/// The number of threads that share the jobs.
static THREADS: OnceLock<usize> = OnceLock::new();

/// Runs `work` in every thread, and waits until all of them return. A panic in a thread is passed on.
fn in_every_thread(work: impl Fn() + Sync) {
    let threads = *THREADS.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get));
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(&work);
        }
        work();
    });
}

/// Returns the result of `job` for each item, in the order of the items; the threads share the calls.
pub fn map<T: Sync, R: Send>(items: &[T], job: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let rest = Mutex::new(items.iter().enumerate());
    let results = Mutex::new(Vec::with_capacity(items.len()));
    in_every_thread(|| {
        loop {
            let Some((index, item)) = locked(&rest).next() else { return };
            let result = job(item);
            locked(&results).push((index, result));
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Calls `job` once for each number of a sequence; the threads share the calls. The sequence may be endless.
///
/// After an error, or after a signal that asks the program to end, no new job begins. The function waits for the jobs
/// that have begun, and returns the first error.
pub fn for_each(
    numbers: impl Iterator<Item = u64> + Send,
    job: impl Fn(u64) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<()> {
    signals::watch();
    let numbers = Mutex::new(numbers);
    let (failed, first) = (AtomicBool::new(false), Mutex::new(None));
    in_every_thread(|| {
        while keep_going() && !failed.load(Ordering::Relaxed) {
            let Some(number) = locked(&numbers).next() else { return };
            if let Err(error) = job(number) {
                failed.store(true, Ordering::Relaxed);
                locked(&first).get_or_insert(error);
            }
        }
    });
    first.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// Locks a value. A poisoned lock is no error here, because `thread::scope` passes the panic on.
fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the jobs may continue; false after a signal that asks the program to end.
pub fn keep_going() -> bool {
    !signals::asked()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::{for_each, map};

    #[test]
    fn every_number_has_its_turn() {
        let sum = AtomicU64::new(0);
        let add = |number| {
            sum.fetch_add(number, Ordering::Relaxed);
            Ok(())
        };
        for_each(0..=100, add).expect("nothing fails");
        assert_eq!(sum.into_inner(), 5050);
    }

    #[test]
    fn results_have_the_order_of_their_items() {
        let items: Vec<u32> = (0..1000).collect();
        assert_eq!(map(&items, |item| item * 2), items.iter().map(|item| item * 2).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_ends_a_row_without_an_end() {
        let failed = for_each(0.., |number| if number < 1000 { Ok(()) } else { anyhow::bail!("{number}") });
        assert!(failed.is_err());
    }
}
