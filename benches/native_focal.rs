//! The speed of native FOCAL for the statements of the specification's timing table, which gives their cost in the
//! original FOCAL.
//!
//! The benchmarks of loops count iterations as items.

use divan::Bencher;
use focal8::focal::Focal;
use focal8::performer::{Performer, Status};

fn main() {
    divan::main();
}

/// Types a line and runs until the next prompt.
fn type_line(focal: &mut Focal, line: &str) {
    for key in line.bytes().chain([b'\r']) {
        focal.press(key);
        assert_eq!(focal.run(u64::MAX), Status::Waiting);
    }
    focal.take_printed();
}

fn bench_line(bencher: Bencher, turns: usize, line: &str) {
    let mut focal = Focal::default();
    bencher.counter(divan::counter::ItemsCount::new(turns)).bench_local(|| type_line(&mut focal, line));
}

/// Runs an empty loop. The original takes about 1100 instructions for each iteration.
#[divan::bench]
fn empty_loop(bencher: Bencher) {
    bench_line(bencher, 1000, "F I=1,1000;C");
}

/// Runs the loops of the specification's timing table, except the empty loop.
#[divan::bench(args = [
    "F I=1,1000;S A=I",
    "F I=1,1000;S A=I*1.5",
    "F I=1,1000;S A=I/7",
    "F I=1,1000;S A=I^3",
    "F I=1,1000;S A=FRAN()",
    "F I=1,1000;S A=FSQT(I)",
    "F I=1,1000;S A=FSIN(I)",
    "F I=1,1000;S A=FEXP(I/50)",
    "F I=1,1000;S A=FLOG(I)",
    "F I=1,1000;T I",
])]
fn loops(bencher: Bencher, line: &str) {
    bench_line(bencher, 1000, line);
}

/// Sets a hundred subscripted variables, which FOCAL finds by linear search.
#[divan::bench]
fn subscripts(bencher: Bencher) {
    bench_line(bencher, 100, "F I=1,100;S A(I)=I");
}

/// Finds 45 primes below 200 by trial division, which takes the original about 4.34 million instructions.
#[divan::bench]
fn primes(bencher: Bencher) {
    let mut focal = Focal::default();
    for line in [
        "1.1 F N=3,2,199;D 2",
        "2.1 S K=3;S P=1",
        "2.2 I (K*K-N)2.3,2.5,2.6",
        "2.3 I (N/K-FITR(N/K))2.6,2.5;S K=K+2;G 2.2",
        "2.5 S P=0",
        "2.6 S C=C+P",
    ] {
        type_line(&mut focal, line);
    }
    bencher.bench_local(|| type_line(&mut focal, "GO"));
}
