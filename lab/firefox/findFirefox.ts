import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const COMMANDS = ['firefox-esr', 'firefox']

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Path of the Firefox that FIREFOX_PATH names or that the system has; null without one. */
export function findFirefox(): string | null {
  const { FIREFOX_PATH, PATH = '' } = process.env
  const found = PATH.split(delimiter).flatMap((folder) =>
    COMMANDS.map((name) => join(folder, name)),
  )
  return FIREFOX_PATH ?? found.find(isExecutable) ?? null
}
