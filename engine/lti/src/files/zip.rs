//! ZIP archives of files as they are, not compressed (APPNOTE 6.3.10, PKWARE).

use crate::error::LtiError;

/// The first day that an archive knows: files have no times, so that the same system is the same bytes.
const DATE: u16 = 1 << 5 | 1;

/// An archive of these files, each with its name.
pub(super) fn archive(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, LtiError> {
    let too_large = |_| LtiError::Overflow("an archive");
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, data) in files {
        let offset = u32::try_from(archive.len()).map_err(too_large)?;
        let size = u32::try_from(data.len()).map_err(too_large)?;
        let length = u16::try_from(name.len()).map_err(too_large)?;
        // What both the file and the directory say: version 2.0, no flags, stored, its time, sum, sizes, no more.
        let mut facts = Vec::new();
        [20, 0, 0, 0, DATE].iter().for_each(|number: &u16| facts.extend(number.to_le_bytes()));
        [crc32fast::hash(data), size, size].iter().for_each(|number| facts.extend(number.to_le_bytes()));
        [length, 0].iter().for_each(|number| facts.extend(number.to_le_bytes()));

        archive.extend(b"PK\x03\x04");
        archive.extend(&facts);
        archive.extend(name.as_bytes());
        archive.extend(data);

        directory.extend(b"PK\x01\x02");
        directory.extend(20_u16.to_le_bytes());
        directory.extend(&facts);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let offset = u32::try_from(archive.len()).map_err(too_large)?;
    let size = u32::try_from(directory.len()).map_err(too_large)?;
    let count = u16::try_from(files.len()).map_err(too_large)?;
    archive.extend(directory);
    archive.extend(b"PK\x05\x06");
    [0, 0, count, count].iter().for_each(|number| archive.extend(number.to_le_bytes()));
    [size, offset].iter().for_each(|number| archive.extend(number.to_le_bytes()));
    archive.extend([0; 2]);
    Ok(archive)
}
