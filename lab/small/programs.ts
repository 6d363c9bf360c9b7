import { spawnSync } from 'node:child_process'
import { installByApt } from '../../scripts/apt.ts'

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
export async function smallSiteTests(): Promise<Record<string, string> | Error> {
  if (missing().length > 0) await installByApt(missing())
  const still = missing()
  return still.length === 0
    ? { TEST_CADDY: 'on' }
    : new Error(
        `A small server is tested with the Debian packages ${still.join(', ')}: install them.`,
      )
}
