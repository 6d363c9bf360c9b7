import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library'

/**
 * Zones by their names in lower case: names of zones are case-insensitive. The library complains on standard output
 * about others.
 */
const DESCRIBED = new Map([tzlib_get_timezones()].flat().map((name) => [name.toLowerCase(), name]))

/**
 * VTIMEZONE, which RFC 5545 requires with every TZID, under the very name that is requested: of a zone with several
 * names the library describes one, and readers compare names as text.
 * @returns null for a zone that cannot be described
 */
export function zoneBlock(timeZone: string): string | null {
  const name = DESCRIBED.get(timeZone.toLowerCase())
  if (name === undefined) return null
  const [block = ''] = [tzlib_get_ical_block(name)].flat()
  return block.replace(/^(TZID|X-LIC-LOCATION):.*$/gm, `$1:${timeZone}`)
}
