import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Large folders that are only read, shared with the copy. */
const SHARED = ['node_modules', 'public', 'dist']

/** Updates a copy of the working tree, with tracked and untracked files but without ignored ones. */
export function copyRepository(root: string, copy: string): void {
  const files = filesOf(root)
  mkdirSync(copy, { recursive: true })
  if (!existsSync(join(copy, '.git'))) execFileSync('git', ['init', '--quiet'], { cwd: copy })
  const wanted = new Set(files)
  for (const file of filesOf(copy)) if (!wanted.has(file)) rmSync(join(copy, file))
  for (const file of files) {
    const [from, to] = [join(root, file), join(copy, file)]
    if (isSame(from, to)) continue
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(from, to)
  }
  for (const folder of SHARED) {
    const [from, to] = [join(root, folder), join(copy, folder)]
    if (existsSync(from) && !existsSync(to)) symlinkSync(from, to)
  }
}

const isShared = (file: string): boolean =>
  SHARED.some((folder) => file === folder || file.startsWith(`${folder}/`))

function filesOf(folder: string): string[] {
  const listing = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return listing
    .split('\0')
    .filter((file) => file !== '' && !isShared(file) && existsSync(join(folder, file)))
}

/** Compares the content, because a killed run leaves its defect in the copy. */
const isSame = (from: string, to: string): boolean =>
  existsSync(to) &&
  statSync(from).size === statSync(to).size &&
  readFileSync(from).equals(readFileSync(to))
