import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A folder with this file can be taken in as the site. */
export const SITE_FILE = 'site.yaml'

export const hasSite = (folder: string): boolean => existsSync(join(folder, SITE_FILE))

/** Whether a start takes the folder in: nothing is set yet, or the starter alone. @param kit the one in use */
export const isForFolder = (kit: { readonly source: string } | undefined): boolean =>
  kit === undefined || kit.source === 'starter'
