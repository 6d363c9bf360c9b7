import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library'

/** By their names in small letters: names of zones have no case. The library complains on standard output about others. */
const DESCRIBED = new Map([tzlib_get_timezones()].flat().map((name) => [name.toLowerCase(), name]))

/**
 * VTIMEZONE, which RFC 5545 asks for with every TZID, under the very name that is asked for: of a zone with several
 * names the library describes one, and readers compare names as text.
 * @returns null for a zone that cannot be described
 */
export function zoneBlock(timeZone: string): string | null {
  const name = DESCRIBED.get(timeZone.toLowerCase())
  if (name === undefined) return null
  const [block = ''] = [tzlib_get_ical_block(name)].flat()
  return block.replace(/^(TZID|X-LIC-LOCATION):.*$/gm, `$1:${timeZone}`)
}
