//! Runs numbered jobs on all processors, until the last job is done or CTRL/C ends the run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
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
    /// Sets the number of threads; only the first call in a run of the program succeeds.
    pub fn set(&self) -> anyhow::Result<()> {
        if let Some(jobs) = self.jobs {
            rayon::ThreadPoolBuilder::new()
                .num_threads(jobs.into())
                .build_global()
                .context("cannot set the number of jobs")?;
        }
        Ok(())
    }
}

/// Calls `job` once for each number of a sequence; the threads share the calls. The sequence may be endless.
///
/// After an error, or a signal to end the program, no new job begins. The function waits for the jobs that have begun,
/// and returns the first error.
pub fn for_each(
    numbers: impl Iterator<Item = u64> + Send,
    job: impl Fn(u64) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<()> {
    signals::watch();
    let numbers = Mutex::new(numbers);
    let (failed, first) = (AtomicBool::new(false), Mutex::new(None));
    rayon::broadcast(|_| {
        while keep_going() && !failed.load(Ordering::Relaxed) {
            let Some(number) = numbers.lock().unwrap_or_else(PoisonError::into_inner).next() else { return };
            if let Err(error) = job(number) {
                failed.store(true, Ordering::Relaxed);
                first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        }
    });
    first.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// Whether the jobs may continue; false after a signal that asks the program to end.
pub fn keep_going() -> bool {
    !signals::asked()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::for_each;

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
    fn an_error_ends_a_row_without_an_end() {
        let failed = for_each(0.., |number| if number < 1000 { Ok(()) } else { anyhow::bail!("{number}") });
        assert!(failed.is_err());
    }
}
