//! The attached files of a session that continues after a replay.

use crate::host::{Growth, Host};
use crate::machine::device::Medium;
use crate::station::Station;

use super::super::MonitorError;
use super::{file_error, volumes};

/// Connects the files of all units to a station that has replayed an earlier session, so that the session continues.
///
/// Output that the earlier session has written to a file is not written twice. If the earlier session was killed, some
/// blocks in the file of a disc may be older or newer than the blocks of the replayed disc. The file is accepted if the
/// earlier session has written these blocks, and is then brought up to date. The function `has_had` returns whether a
/// file had the given bytes at the given offset during the earlier session.
///
/// # Errors
///
/// The error for the first file that is in use, or for the first disc or tape that cannot be read or has changed since
/// the session.
#[doc(hidden)]
pub fn resume_files(
    station: &mut Station,
    files: &mut dyn Host,
    has_had: &dyn Fn(&str, usize, &[u8]) -> bool,
) -> Result<(), MonitorError> {
    for unit in station.io_bus().unit_ids() {
        let Some(file_use) = volumes::use_of(station, unit) else { continue };
        let permit = files.permit(&file_use)?;
        let growth = match station.io_bus().unit(unit).medium {
            Medium::Volume => {
                volumes::commit(station, unit);
                let contents = files.read_volume(&permit).map_err(|reason| file_error(permit.name(), reason))?;
                if let Some(volume) = station.io_bus_mut().volume_mut(unit) {
                    let is_ours = |at: usize, bytes: &[u8]| has_had(permit.name(), at, bytes);
                    let adopted = volume.adopt_file(&contents, is_ours);
                    adopted.map_err(|_| file_error(permit.name(), "it has changed since the session"))?;
                }
                Growth::default()
            }
            // The earlier session has written its printed lines to the file, so the replay has discarded them.
            Medium::Paper => Growth::Adds,
            // A punched tape is written to the file as a whole. If the file is not the beginning of the tape, the file
            // has other contents, which are kept.
            medium if medium.is_output() => {
                let contents = if files.exists(permit.name()) { files.read(&permit).ok() } else { None };
                let is_begun = station.io_bus().output(unit).starts_with(&contents.unwrap_or_default());
                if is_begun { Growth::Replaces } else { Growth::Adds }
            }
            _ => Growth::default(),
        };
        files.registry().keep_growing(file_use, growth);
    }
    Ok(())
}
