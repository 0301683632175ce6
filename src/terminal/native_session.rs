//! The sessions of native FOCAL and of the native game.

use std::io;

use focal8::checkers::Game;
use focal8::focal::Focal;
use focal8::host::Host;
use focal8::machine::{StopReason, Time};
use focal8::monitor::{Native, Session, Target};
use focal8::phosphor::Phosphor;
use focal8::teletype::Tail;

use super::native_display::NativeDisplay;
use super::operated::{OperatedSession, OperatorContext};

/// A session with native FOCAL.
pub struct FocalSession {
    /// Native FOCAL with its Teletype.
    pub native: Native<Focal>,
    operator: OperatorContext,
    display: Option<NativeDisplay>,
}

impl FocalSession {
    /// Returns a session with a new operator context.
    pub fn new(focal: Focal, files: impl Host + 'static) -> Self {
        FocalSession { native: Native::new(focal), operator: OperatorContext::new(files), display: None }
    }

    /// Connects a display to FOCAL.
    pub fn connect_display(&mut self, display: NativeDisplay) {
        self.native.performer_mut().connect_display();
        self.display = Some(display);
    }
}

impl Session for FocalSession {
    fn target(&self) -> &dyn Target {
        &self.native
    }

    fn target_mut(&mut self) -> &mut dyn Target {
        &mut self.native
    }

    /// Runs FOCAL, and lights FOCAL's points on the display. If the speed is limited, the run stops after each command
    /// that lights points.
    fn run(&mut self, budget: u64) -> StopReason {
        let is_held = self.display.is_some() && self.speed().factor().is_finite();
        let reason = self.operator.monitor.run_focal(&mut self.native, budget, is_held);
        if let Some(display) = &mut self.display {
            display.light(self.native.performer_mut().take_points());
        }
        reason
    }

    fn press(&mut self, key: u8) {
        self.native.press(key);
    }

    fn take_printed(&mut self) -> Vec<u8> {
        self.native.take_printed()
    }

    fn tail(&self) -> &Tail {
        self.native.tail()
    }

    /// Returns the simulated time of the display. Native FOCAL without a display has no simulated time.
    fn time(&self) -> Option<Time> {
        self.display.as_ref().map(NativeDisplay::time)
    }

    fn tube(&self) -> Option<(&Phosphor, Time)> {
        self.display.as_ref().map(|display| (display.tube(), display.time()))
    }

    fn flush(&mut self) -> io::Result<()> {
        let files = self.operator.files.as_mut();
        let drawn = self.display.as_mut().map_or(Ok(()), |display| display.flush(files));
        drawn.and(self.operator.flush(&mut self.native))
    }
}

impl OperatedSession for FocalSession {
    fn context(&self) -> &OperatorContext {
        &self.operator
    }

    fn parts(&mut self) -> (&mut OperatorContext, &mut dyn Target) {
        (&mut self.operator, &mut self.native)
    }
}

/// A session with the native game.
pub struct GameSession {
    native: Native<Game>,
    operator: OperatorContext,
}

impl GameSession {
    /// Returns a session with a new operator context.
    pub fn new(files: impl Host + 'static) -> Self {
        GameSession { native: Native::new(Game::default()), operator: OperatorContext::new(files) }
    }
}

impl Session for GameSession {
    fn target(&self) -> &dyn Target {
        &self.native
    }

    fn target_mut(&mut self) -> &mut dyn Target {
        &mut self.native
    }

    fn run(&mut self, budget: u64) -> StopReason {
        self.operator.monitor.run_game(&mut self.native, budget)
    }

    fn press(&mut self, key: u8) {
        self.native.press(key);
    }

    fn take_printed(&mut self) -> Vec<u8> {
        self.native.take_printed()
    }

    fn tail(&self) -> &Tail {
        self.native.tail()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.operator.flush(&mut self.native)
    }
}

impl OperatedSession for GameSession {
    fn context(&self) -> &OperatorContext {
        &self.operator
    }

    fn parts(&mut self) -> (&mut OperatorContext, &mut dyn Target) {
        (&mut self.operator, &mut self.native)
    }

    fn has_a_game(&self) -> bool {
        true
    }

    fn begin_another_game(&mut self) {
        self.native = Native::new(Game::default());
    }
}
