//! Thread pools at work: each part is done once, whoever sleeps, panics or comes late.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::*;

/// Miri takes a thousand times as long.
const MANY: usize = if cfg!(miri) { 20 } else { 20_000 };

fn pool(workers: usize) -> ThreadPool {
    ThreadPool::of(workers, workers).unwrap()
}

fn add(count: &AtomicUsize, more: usize) {
    count.fetch_add(more, Ordering::Relaxed);
}

/// How often each part was done in a phase with so many.
fn done(pool: &ThreadPool, parts: usize) -> Vec<usize> {
    let done: Vec<AtomicUsize> = (0..parts).map(|_| AtomicUsize::new(0)).collect();
    pool.run(parts, |range| range.for_each(|part| add(&done[part], 1)));
    done.into_iter().map(AtomicUsize::into_inner).collect()
}

/// A little work that takes so many rounds.
fn work(rounds: usize) {
    (0..rounds).for_each(|_| std::hint::spin_loop());
}

/// Phase after phase until a worker does what it is called for.
fn until_a_follower_comes(pool: &ThreadPool) {
    let (leader, began) = (thread::current().id(), Instant::now());
    let others = AtomicUsize::new(0);
    while others.load(Ordering::Relaxed) == 0 {
        assert!(began.elapsed() < Duration::from_secs(60), "nobody comes");
        pool.call(Instant::now());
        pool.run(8, |_| {
            if thread::current().id() == leader {
                thread::sleep(Duration::from_millis(1));
            } else {
                add(&others, 1);
            }
        });
    }
}

#[test]
fn each_part_of_each_phase_is_done_once() {
    for workers in [1, 2, 7] {
        let pool = pool(workers);
        for phase in 0..MANY / workers {
            if phase % 10 == 0 {
                pool.call(Instant::now());
            }
            if phase % 1000 == 0 {
                // They fall asleep.
                thread::sleep(Duration::from_micros(300));
            }
            let parts = phase % 41;
            assert_eq!(done(&pool, parts), vec![1; parts], "{workers} workers, phase {phase}");
        }
        until_a_follower_comes(&pool);
    }
}

#[test]
fn more_parts_than_a_word_counts_are_done_too() {
    let pool = pool(1);
    let parts = 3 * MOST_PARTS + 1;
    for _ in 0..if cfg!(miri) { 1 } else { 20 } {
        pool.call(Instant::now());
        let count = AtomicUsize::new(0);
        pool.run(parts, |range| add(&count, range.len()));
        assert_eq!(count.into_inner(), parts);
    }
}

#[test]
fn numbers_are_filled_in_pieces_that_begin_at_multiples() {
    let pool = pool(2);
    for phase in 0..MANY / 10 {
        pool.call(Instant::now());
        let mut numbers = vec![usize::MAX; phase % 1000];
        pool.fill(&mut numbers, 16, |first, piece| {
            assert_eq!(first % 16, 0);
            piece.iter_mut().enumerate().for_each(|(i, number)| *number = first + i);
        });
        assert!(numbers.iter().enumerate().all(|(i, number)| *number == i), "{phase}");
    }
}

#[test]
fn a_panic_reaches_the_leader_when_all_parts_are_over_and_the_pool_goes_on() {
    let pool = pool(2);
    for phase in 0..MANY / 10 {
        pool.call(Instant::now());
        let (begun, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let panics = |part: usize| part == phase % 16 || (phase.is_multiple_of(3) && part.is_multiple_of(2));
        // What workers change lies on this thread's stack.
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            pool.run(16, |mut range| {
                add(&begun, 1);
                work(20);
                add(&ended, 1);
                if range.any(panics) {
                    resume_unwind(Box::new("a part"));
                }
            });
        }));
        assert_eq!(begun.into_inner(), ended.into_inner(), "all who began have ended");
        assert_eq!(outcome.unwrap_err().downcast_ref::<&str>(), Some(&"a part"));
        assert_eq!(done(&pool, 9), [1; 9]);
    }
}

#[test]
fn who_is_in_a_phase_or_comes_second_works_alone() {
    let pool = pool(1);
    for _ in 0..MANY / 100 {
        pool.call(Instant::now());
        let inner = AtomicUsize::new(0);
        pool.run(4, |range| pool.run(3 * range.len(), |parts| add(&inner, parts.len())));
        assert_eq!(inner.into_inner(), 12);
    }
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for phase in 0..MANY / 10 {
                    pool.call(Instant::now());
                    assert_eq!(done(&pool, phase % 13), vec![1; phase % 13]);
                }
            });
        }
    });
}

#[test]
fn crews_come_and_go() {
    for round in 0..MANY / 20 {
        let pool = pool(1 + round % 3);
        if round % 2 == 0 {
            pool.call(Instant::now());
        }
        for _ in 0..round % 4 {
            assert_eq!(done(&pool, 5), [1; 5]);
        }
    }
}

#[test]
fn several_pools_work_at_once() {
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let pool = pool(3);
                for phase in 0..MANY / 20 {
                    pool.call(Instant::now());
                    assert_eq!(done(&pool, phase % 29), vec![1; phase % 29]);
                }
            });
        }
    });
}

/// A part that takes longer than anybody waits actively.
#[test]
fn the_leader_sleeps_until_long_parts_are_finished() {
    let pool = pool(2);
    for _ in 0..if cfg!(miri) { 3 } else { 200 } {
        pool.call(Instant::now());
        let leader = thread::current().id();
        let finished = AtomicUsize::new(0);
        pool.run(6, |range| {
            let is_leader = thread::current().id() == leader;
            thread::sleep(Duration::from_micros(if is_leader { 20 } else { 500 }));
            finished.fetch_add(range.len(), Ordering::Relaxed);
        });
        assert_eq!(finished.into_inner(), 6);
    }
}

#[test]
fn a_pool_without_calls_leaves_its_leader_alone() {
    let pool = ThreadPool::of(3, 0).unwrap();
    let leader = thread::current().id();
    for _ in 0..100 {
        pool.call(Instant::now());
        pool.run(100, |range| assert!(range == (0..100) && thread::current().id() == leader));
    }
    assert_eq!(pool.threads(), 4);
}

/// Counts what is said.
struct Heard(Arc<AtomicUsize>);

impl tracing::Subscriber for Heard {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, _: &tracing::Event<'_>) {
        add(&self.0, 1);
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

#[test]
fn what_is_said_on_a_worker_goes_to_who_made_the_pool() {
    let heard = Arc::new(AtomicUsize::new(0));
    let dispatch = tracing::Dispatch::new(Heard(Arc::clone(&heard)));
    let pool = dispatcher::with_default(&dispatch, || pool(1));
    let (leader, began) = (thread::current().id(), Instant::now());
    while heard.load(Ordering::Relaxed) == 0 {
        assert!(began.elapsed() < Duration::from_secs(60), "nobody is heard");
        pool.call(Instant::now());
        pool.run(8, |_| {
            if thread::current().id() == leader {
                thread::sleep(Duration::from_millis(1));
            } else {
                tracing::warn!("a worker");
            }
        });
    }
    let before = heard.load(Ordering::Relaxed);
    tracing::warn!("somebody else");
    assert_eq!(heard.load(Ordering::Relaxed), before);
}
