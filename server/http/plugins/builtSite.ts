import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { SettingsError } from '../../config/env.ts'
import { messageOf } from '../../config/thrown.ts'

/* The build puts the pages there. */
export const SITE_FOLDER = resolve('dist/site')
export const DESK_FOLDER = resolve('dist/desk')

/* Written by the build: its pages call these origins, whatever the environment is now. */
const SETTINGS = resolve('dist/settings.json')

/** The settings that the site was built with; none without a build. */
export const builtSettings = (): Readonly<Partial<Record<string, string>>> =>
  existsSync(SETTINGS) ? (readBuilt(SETTINGS) as Partial<Record<string, string>>) : {}

/** @throws SettingsError naming a file of the build that is no JSON */
export function readBuilt(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object
  } catch (error) {
    throw damagedBuild(file, error)
  }
}

export const damagedBuild = (file: string, error: unknown) =>
  new SettingsError(
    `The built site is damaged: ${file} cannot be read: ${messageOf(error)}. Run “npm run build”.`,
  )
