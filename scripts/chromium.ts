import { execFile } from 'node:child_process'
import { accessSync, constants, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { installByApt, refusals, succeeds } from './apt.ts'

const run = promisify(execFile)

/** The headless shell first: the tests take a quarter less CPU time. */
const COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The headless shell has no back/forward cache. */
const WHOLE_COMMANDS = COMMANDS.filter((command) => !command.endsWith('-shell'))

/** Playwright's download folders, by operating system. */
const playwrightCaches = (): string[] =>
  [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
    join(homedir(), 'AppData/Local/ms-playwright'),
  ].filter((folder) => folder !== undefined)

const PLAYWRIGHT_FILES = [
  'chromium_headless_shell-*/chrome-headless-shell-*/chrome-headless-shell{,.exe}',
  'chromium-*/chrome-linux*/chrome',
  'chromium-*/chrome-win*/chrome.exe',
  'chromium-*/chrome-mac*/*.app/Contents/MacOS/*',
]

/**
 * Path of a Chromium or Chrome: CHROMIUM_PATH, an installed one, one of Playwright's, or else one that is
 * installed now (by apt-get for root on Debian, or by Playwright).
 * @throws Error that says what to install or set, and why it could not be installed
 */
export async function findChromium(): Promise<string> {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) {
    if (await works(wanted)) return wanted
    throw new Error(`CHROMIUM_PATH is ${wanted}, but it doesn’t start. Set another path.`)
  }
  const found = await installedChromium()
  if (found) return found
  // The system's own first: many networks refuse the download.
  const installs = [
    () => installByApt(['chromium-headless-shell']),
    () => installByApt(['chromium']),
    installByPlaywright,
  ]
  for (const install of installs) {
    if (!(await install())) continue
    const installed = await installedChromium()
    if (installed) return installed
  }
  throw new Error(
    `No Chromium was found and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH.\n${refusals.join('\n')}`,
  )
}

/**
 * Path of a whole Chromium or Chrome, installed now by apt-get for root on Debian.
 * @returns undefined if there is none
 */
export async function findWholeChromium(): Promise<string | undefined> {
  const installed = () => installedOf(WHOLE_COMMANDS).find(isExecutable)
  return installed() ?? ((await installByApt(['chromium'])) ? installed() : undefined)
}

/** The first installed one that starts. */
export async function installedChromium(): Promise<string | undefined> {
  for (const path of candidates()) if (await works(path)) return path
  return undefined
}

function candidates(): string[] {
  const system = installedOf(COMMANDS)
  const playwright = PLAYWRIGHT_FILES.flatMap((files) =>
    playwrightCaches()
      .flatMap((cache) => globSync(join(cache, files)))
      // The newest download first.
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true })),
  )
  return [...system, MAC, ...playwright].filter(isExecutable)
}

function installedOf(commands: readonly string[]): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin']
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** An existing file may still fail to start, e.g. without a shared library. */
async function works(path: string): Promise<boolean> {
  try {
    const { stdout } = await run(path, ['--version'], { timeout: 30_000 })
    return /\d+\.\d+/.test(stdout)
  } catch {
    return false
  }
}

function installByPlaywright(): Promise<boolean> {
  const cli = join(import.meta.dirname, '../node_modules/playwright-core/cli.js')
  return succeeds(process.execPath, [cli, 'install', 'chromium-headless-shell'])
}
