import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A folder with this file decides about the site. */
export const SITE_FILE = 'site.yaml'

export const hasSite = (folder: string): boolean => existsSync(join(folder, SITE_FILE))
