import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether `.dockerignore` leaves a path out: the last line that fits the path or a folder above it decides. */
export function isIgnored(ignoreFile: string, path: string): boolean {
  const parts = path.split('/')
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  let isOut = false
  for (const line of ignoreFile.split('\n')) {
    const [, not, pattern] = /^\s*(!?)\/?(.*?)\/?\s*$/.exec(line) ?? []
    if (!pattern || line.startsWith('#')) continue
    if (above.some((prefix) => fits(pattern).test(prefix))) isOut = not === ''
  }
  return isOut
}

/** Unlike a glob of the shell, `*` also matches names that start with a dot. */
const fits = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('**', '\0')
      .replaceAll('*', '[^/]*')
      .replaceAll('\0', '.*')
      .replaceAll('?', '[^/]')}$`,
  )

/** Copies what a build sends to the engine: the files of a folder that its .dockerignore does not leave out. */
export function copyContext(from: string, to: string): void {
  const ignoreFile = readFileSync(join(from, '.dockerignore'), 'utf8')
  for (const name of readdirSync(from)) {
    if (isIgnored(ignoreFile, name)) continue
    cpSync(join(from, name), join(to, name), {
      recursive: true,
      filter: (source) => !isIgnored(ignoreFile, source.slice(from.length + 1)),
    })
  }
}
