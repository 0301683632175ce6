//! The RIM loader, toggled in by hand on every PDP-8: small enough to be learned by heart.

/// Where it stands and starts.
pub const START: u16 = 0o7756;

/// From the Teletype's reader.
pub const LOW_SPEED: [u16; 16] = [
    0o6032, 0o6031, 0o5357, 0o6036, 0o7106, 0o7006, 0o7510, 0o5357, 0o7006, 0o6031, 0o5367, 0o6034, 0o7420, 0o3776,
    0o3376, 0o5356,
];

/// From the high-speed reader.
pub const HIGH_SPEED: [u16; 16] = [
    0o6014, 0o6011, 0o5357, 0o6016, 0o7106, 0o7006, 0o7510, 0o5374, 0o7006, 0o6011, 0o5367, 0o6016, 0o7420, 0o3776,
    0o3376, 0o5357,
];
