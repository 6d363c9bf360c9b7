import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A defect to plant, and the tests that must notice it. */
export type Mutant = {
  /** The promise that it breaks, in a few words. */
  name: string
  /** Source file, from the root of the repository. */
  file: string
  /** Occurs exactly once in the file. Keep it short, so that it survives an edit nearby. */
  find: string
  replace: string
  /** Test files, from the root of the repository. One of their tests must fail. */
  tests: readonly string[]
}

/** What a run of tests says: whether any test ran, and whether any of them failed. */
export type TestResult = { ran: number; failed: number }
export type Verdict =
  | { kind: 'caught' }
  | { kind: 'survived' }
  | { kind: 'not applicable'; reason: string }

type Folder = { root: string; runTests: (files: readonly string[]) => Promise<TestResult> }

/** Why the defect cannot be planted below this folder; null when it can. */
export function misfit({ file, find }: Mutant, root: string): string | null {
  const source = read(join(root, file))
  if (source === null) return `there is no ${file}`
  const found = source.split(find).length - 1
  return found === 1 ? null : `found ${found} times in ${file}`
}

/** Plants the defect in the folder, runs its tests there, and restores the file whatever happens. */
export async function judge(mutant: Mutant, { root, runTests }: Folder): Promise<Verdict> {
  const reason = misfit(mutant, root)
  if (reason !== null) return { kind: 'not applicable', reason }
  const path = join(root, mutant.file)
  const source = readFileSync(path, 'utf8')
  try {
    // A function, because a string would give $ a meaning.
    writeFileSync(
      path,
      source.replace(mutant.find, () => mutant.replace),
    )
    const { ran, failed } = await runTests(mutant.tests)
    if (failed > 0) return { kind: 'caught' }
    if (ran === 0) return { kind: 'not applicable', reason: 'its tests did not run' }
    return { kind: 'survived' }
  } finally {
    writeFileSync(path, source)
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
