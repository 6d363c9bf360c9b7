import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { kitsOf } from '../../compose/collect.ts'
import { buildApp } from '../../compose/site.ts'
import { keptSecret } from '../../config/secret.ts'
import { HOUR_MS } from '../../config/time.ts'
import { VERSION } from '../../config/version.ts'
import { readsOfPrimary } from '../../db/replica.ts'
import { openFiles } from '../../files/openFiles.ts'
import { ResponseCache } from '../../http/cache/responseCache.ts'
import type { Deps } from '../../http/deps.ts'
import { type Gates, makeGates } from '../../http/gate.ts'
import { makePasswords } from '../../http/passwords.ts'
import { makeSecurityLog } from '../../http/securityLog.ts'
import { openRenderer } from '../../modules/site/renderedPages.ts'
import { type Command, CommandError, type Context, ofFullDisk, onlyArgument } from '../command.ts'
import { copySite } from './copy.ts'

/** Marks a folder as a copy, which the next one replaces. */
const MARK = 'copy-of-the-site.json'

export const publish: Command = {
  usage: 'publish FOLDER',
  does: 'writes all public pages as files that need no server',
  args: { FOLDER: 'a new folder, or a copy from before' },
  async run(context) {
    const folder = resolve(onlyArgument(context.args, 'folder'))
    const [part, old] = [`${folder}.part`, `${folder}.old`]
    for (const one of [folder, part, old])
      if (existsSync(one) && !existsSync(join(one, MARK)))
        throw new CommandError(`${one} exists and is no copy of the site. Give another name.`)
    if ((await openRenderer()) === null)
      throw new CommandError('The site isn’t built. Run “npm run build” first.')
    // A copy that ended between the two renames left the one before it here.
    if (existsSync(old) && !existsSync(folder)) await rename(old, folder)
    try {
      const count = await copyInto(part, context)
      await rm(old, { recursive: true, force: true })
      if (existsSync(folder)) await rename(folder, old)
      await rename(part, folder)
      await rm(old, { recursive: true, force: true })
      context.print(`${count} pages are in ${folder}. Open ${join(folder, 'index.html')}.`)
    } catch (error) {
      if (existsSync(old) && !existsSync(folder)) await rename(old, folder)
      await rm(part, { recursive: true, force: true })
      throw ofFullDisk(error, `Nothing has changed. Make room, then run it again.`)
    }
  },
}

async function copyInto(folder: string, context: Context): Promise<number> {
  const { settings, clock, print } = context
  const deps = await depsOf(context)
  const app = await buildApp(deps)
  try {
    const origin = new URL(settings.publicUrl).origin
    const mark = { site: origin, version: VERSION, made: new Date(clock()).toISOString() }
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, MARK), `${JSON.stringify(mark)}\n`)
    const count = await copySite({ app, kit: deps.kit.current(), origin, folder, print })
    // A command writes what only its user may read, and this is for a server of files.
    for (const one of await readdir(folder, { recursive: true, withFileTypes: true }))
      await chmod(join(one.parentPath, one.name), one.isDirectory() ? 0o755 : 0o644)
    await chmod(folder, 0o755)
    return count
  } finally {
    await app.close()
  }
}

/** Those of a server that has no other callers, and shows the public pages to visitors. */
async function depsOf({ db, engine, clock, settings: given }: Context): Promise<Deps> {
  const settings = { ...given, rateLimits: false, rendersPages: true, logLevel: 'silent' as const }
  const gates: Gates = { ...makeGates(), pages: (work) => work(), pageLimitMs: HOUR_MS }
  const jwtSecret = settings.jwtSecret ?? keptSecret(settings.dataDir)
  const files = await openFiles(settings)
  const kit = kitsOf({ db, clock, jwtSecret, files, settings })
  await kit.reload()
  return {
    ...{ db, clock, engine, settings, gates, jwtSecret, files, kit },
    publicReads: readsOfPrimary(db),
    responseCache: new ResponseCache(clock),
    passwords: makePasswords(gates.hashing),
    security: makeSecurityLog(clock),
  }
}
