import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { Static, TSchema } from 'typebox'
import { messageOf } from '../../../config/thrown.ts'
import { isWithin } from '../../../files/within.ts'
import { errors } from '../../../http/errors.ts'
import { textOf } from '../../../text/handMade.ts'
import { isPrintable } from '../../../text/keys.ts'
import type { FolderProblems } from './problems.ts'
import { checkOf } from './siteYaml.ts'
import { readYaml, type YamlFile } from './yamlFile.ts'

/** A file of the folder that has been found. */
export type FoundFile = { readonly path: string; readonly digest: string }
/** `value` is null for a file that is not there, is empty, or has problems. */
type Read<Value> = Pick<YamlFile, 'lineOf'> & { readonly value: Value | null }

export const digestOf = (...contents: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of contents) hash.update(part)
  return hash.digest('hex')
}

/** The files of one folder, which people write. What is wrong with them is added to the problems. */
export class FolderFiles {
  readonly problems: FolderProblems
  /** Contents of the files with words, by name. */
  readonly words = new Map<string, string>()
  readonly #folder: string

  constructor(folder: string, problems: FolderProblems) {
    this.#folder = resolve(folder)
    this.problems = problems
  }

  /** Null for a file that is not there, or cannot be read. */
  async text(name: string): Promise<string | null> {
    const path = resolve(this.#folder, name)
    if (!existsSync(path)) return null
    try {
      if (!(await isWithin(this.#folder, path)))
        throw new Error('The link leads out of the folder.')
      const text = textOf(await readFile(path))
      if (!isPrintable(text)) throw errors.badText(name)
      this.words.set(name, text)
      return text
    } catch (error) {
      this.problems.add(name, messageOf(error))
      return null
    }
  }

  /** @param prepare changes the value before it is checked */
  async yaml<Schema extends TSchema>(
    name: string,
    schema: Schema,
    prepare: (value: unknown) => void = () => undefined,
  ): Promise<Read<Static<Schema>>> {
    const nothing = { value: null, lineOf: () => 1 }
    const text = await this.text(name)
    if (text === null) return nothing
    const read = readYaml(text)
    if (!('lineOf' in read)) {
      for (const { line, problem } of read) this.problems.add(`${name}:${line}`, problem)
      return nothing
    }
    const { lineOf } = read
    if (read.value === null) return nothing
    prepare(read.value)
    const wrong = checkOf(schema)(read.value)
    for (const { path, problem } of wrong) this.problems.add(`${name}:${lineOf(path)}`, problem)
    return { value: wrong.length === 0 ? (read.value as Static<Schema>) : null, lineOf }
  }

  /** @param place that names the file */
  async find(name: string, place: string, mbMax: number): Promise<FoundFile | null> {
    const path = resolve(this.#folder, name)
    const complain = (problem: string) => {
      this.problems.add(place, problem)
      return null
    }
    if (!path.startsWith(this.#folder + sep)) return complain(`${name} is outside of the folder.`)
    try {
      const found = existsSync(path) ? await stat(path) : null
      if (found && !(await isWithin(this.#folder, path)))
        return complain(`${name} is outside of the folder.`)
      if (!found?.isFile()) return complain(`There is no file ${name} in the folder.`)
      if (found.size > mbMax * 1024 * 1024)
        return complain(`${name} is too large: a file here has at most ${mbMax} MB.`)
      return { path, digest: digestOf(await readFile(path)) }
    } catch (error) {
      return complain(`${name} cannot be read: ${messageOf(error)}.`)
    }
  }
}
