import { posix } from 'node:path'

/** Names that Windows keeps for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/
/** Characters of one part of a path. */
const PART_MAX = 80

/** A path that every file system takes: small letters, digits, and hyphens and dots between them. */
const plain = (path: string): string =>
  path
    .toLowerCase()
    .split('/')
    .map((part) => part.replace(/[^a-z0-9.]+|\.{2,}/g, '-').slice(0, PART_MAX))
    .map((part) => part.replace(/^[-.]+|[-.]+$/g, '').replace(RESERVED, '$1-') || 'page')
    .join('/')

/** Gives each thing of the site a file of its own within the copy. */
export function makePlaces() {
  const known = new Map<string, string>()
  const taken = new Set<string>()
  return {
    size: () => taken.size,
    /** @param key of the thing. @param path the name that it should have, without `extension` */
    of(key: string, path: string, extension: string): string {
      const made = known.get(key)
      if (made !== undefined) return made
      const stem = plain(path)
      let file = `${stem}${extension}`
      for (let next = 2; taken.has(file); next++) file = `${stem}-${next}${extension}`
      taken.add(file)
      known.set(key, file)
      return file
    },
  }
}

/** A link from one file of the copy to another one. */
export const linkFrom = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to)
