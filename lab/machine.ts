import { execFileSync, spawnSync } from 'node:child_process'
import { installByApt } from '../scripts/apt.ts'
import { findChromium, findWholeChromium } from '../scripts/chromium.ts'
import { findPostgres, type TestDatabase } from '../scripts/postgres.ts'
import { findCalendarPrograms } from './checks/calendarPrograms.ts'
import { clusterTests } from './cluster/programs.ts'
import { findFirefox } from './firefox/findFirefox.ts'
import { findEngine } from './image/engine.ts'

/** Programs of a small server, as Debian packages them. */
const PROGRAMS = [
  ['caddy', 'caddy', 'version'],
  ['systemd', 'systemd-analyze', '--version'],
  ['git', 'git', '--version'],
] as const

const missing = (): string[] =>
  PROGRAMS.flatMap(([name, command, question]) =>
    spawnSync(command, [question], { stdio: 'ignore' }).status === 0 ? [] : [name],
  )

/**
 * Looks for Caddy and systemd-analyze, or installs them by apt-get for root on Debian.
 * @returns settings for the tests, or the reason why they cannot run
 */
async function smallSiteTests(): Promise<Record<string, string> | Error> {
  if (missing().length > 0) await installByApt(missing())
  const still = missing()
  return still.length === 0
    ? { TEST_CADDY: 'on' }
    : new Error(
        `A small server is tested with the Debian packages ${still.join(', ')}: install them.`,
      )
}

/**
 * Checks whether the tests of a full disk can mount one: only root can, and not in every container.
 * @returns settings for the tests, or the reason why they cannot run
 */
function mountTests(): Record<string, string> | Error {
  try {
    const mount = ['mount', '-t', 'tmpfs', 'tmpfs', '/mnt']
    execFileSync('unshare', ['--mount', ...mount], { stdio: 'ignore' })
    return { TEST_MOUNT: 'on' }
  } catch {
    return new Error('A full disk needs root that may mount a file system.')
  }
}

/** Environment variables for an available program, or the reason why it is missing. */
type Found = Readonly<Record<string, string>> | Error
export type Need =
  | 'Caddy'
  | 'calendars'
  | 'chromium'
  | 'cluster'
  | 'container engine'
  | 'firefox'
  | 'image builder'
  | 'mount'
  | 'postgres'
  | 'whole Chromium'
export type Machine = {
  /** Looks once, and installs missing programs if possible. */
  readonly find: (need: Need) => Promise<Found>
  /** Stops started programs. */
  readonly stop: () => Promise<void>
}

const variable = (name: string, value: string | null | undefined, missing: string): Found =>
  value ? { [name]: value } : new Error(missing)

export function thisMachine(): Machine {
  let database: TestDatabase | null = null
  const finders: Readonly<Record<Need, () => Found | Promise<Found>>> = {
    postgres: async () => {
      database = await findPostgres()
      return variable('TEST_DATABASE_URL', database?.url, 'No PostgreSQL was found.')
    },
    Caddy: smallSiteTests,
    cluster: clusterTests,
    mount: mountTests,
    chromium: async () => ({ CHROMIUM_PATH: await findChromium() }),
    'whole Chromium': async () =>
      variable('WHOLE_CHROMIUM_PATH', await findWholeChromium(), 'No whole Chromium is installed.'),
    firefox: async () => {
      if (findFirefox() === null) await installByApt(['firefox-esr'])
      return variable('FIREFOX_PATH', findFirefox(), 'No Firefox is installed.')
    },
    'image builder': () =>
      variable(
        'IMAGE_BUILDER',
        findEngine('docker', 'podman', 'buildah'),
        'No container engine works here: the Dockerfile is linted, and no image is built.',
      ),
    'container engine': () =>
      variable(
        'CONTAINER_ENGINE',
        findEngine('docker', 'podman'),
        'buildah alone builds the image: no container of it is run.',
      ),
    calendars: async () => {
      await findCalendarPrograms()
      return { TEST_CALENDARS: 'on' }
    },
  }
  const found = new Map<Need, Promise<Found>>()
  const look = async (need: Need): Promise<Found> => {
    try {
      return await finders[need]()
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
  return {
    find: (need) => {
      const known = found.get(need) ?? look(need)
      found.set(need, known)
      return known
    },
    stop: async () => database?.stop(),
  }
}
