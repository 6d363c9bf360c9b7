/** `place` is a file of the folder, with the line where that helps, such as `site.yaml:12`. */
export type FolderProblem = { readonly place: string; readonly problem: string }

/** Problems that are listed; the rest are mostly their consequences. */
const LISTED_MAX = 100

export class FolderProblems {
  readonly #found: FolderProblem[] = []

  add(place: string, problem: string): void {
    const isKnown = this.#found.some((one) => one.place === place && one.problem === problem)
    if (!isKnown && this.#found.length < LISTED_MAX) this.#found.push({ place, problem })
  }

  get found(): readonly FolderProblem[] {
    return this.#found
  }
}
