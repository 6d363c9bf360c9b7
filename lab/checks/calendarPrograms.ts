import { spawnSync } from 'node:child_process'
import { installByApt } from '../../scripts/apt.ts'

/** Programs with which tests read feeds: Debian's khal, and Python with the library icalendar. */
const CALENDAR_PROGRAMS = { khal: '/usr/bin/khal', python: '/usr/bin/python3' } as const

const starts = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

const areThere = (): boolean =>
  starts(CALENDAR_PROGRAMS.khal, ['--version']) &&
  starts(CALENDAR_PROGRAMS.python, ['-c', 'import icalendar'])

/**
 * Finds khal and python3-icalendar, or installs them by apt-get for root on Debian.
 * @throws Error that says what to install
 */
export async function findCalendarPrograms(): Promise<typeof CALENDAR_PROGRAMS> {
  if (!areThere()) await installByApt(['khal', 'python3-icalendar'])
  if (areThere()) return CALENDAR_PROGRAMS
  throw new Error(
    'The calendar is tested with the Debian packages khal and python3-icalendar: install them.',
  )
}
