import type { Token } from 'markdown-it'
import type { Run } from '#contract/formatting.ts'

type Marked = Exclude<Run, string>
/** Marks of the runs that follow. */
type Marks = { strong: number; em: number; href: string | null }

/** Runs of a line, or lines; of a picture its alternative text. */
export function runsOf(tokens: readonly Token[]): Run[] {
  const runs: Marked[] = []
  const marks: Marks = { strong: 0, em: 0, href: null }
  for (const token of tokens) {
    if (token.tag === 'strong') marks.strong += token.nesting
    else if (token.tag === 'em') marks.em += token.nesting
    else if (token.type === 'link_open') marks.href = String(token.attrGet('href'))
    else if (token.type === 'link_close') marks.href = null
    else add(runs, runOf(token, marks))
  }
  return runs.map((run) => (Object.keys(run).length === 1 ? run.text : run))
}

function runOf(token: Token, { strong, em, href }: Marks): Marked {
  const around = {
    ...(strong > 0 && { strong: true as const }),
    ...(em > 0 && { em: true as const }),
  }
  if (token.type === 'footnote_ref') {
    const note = Number((token.meta as { id: number }).id) + 1
    return { ...around, text: String(note), note }
  }
  const link = token.type === 'image' ? (href ?? String(token.attrGet('src'))) : href
  return { text: wordsOf(token), ...around, ...(link !== null && { href: link }) }
}

const wordsOf = (token: Token): string => {
  if (token.type === 'image') return altOf(token) || String(token.attrGet('src'))
  return token.tag === 'br' || token.type === 'softbreak' ? '\n' : token.content
}

/** Adds a run, to the one before if it has the same marks. */
function add(runs: Marked[], run: Marked): void {
  const last = runs.at(-1)
  if (run.text === '') return
  const isSame =
    last?.strong === run.strong &&
    last?.em === run.em &&
    last?.href === run.href &&
    last?.note === run.note
  if (last !== undefined && isSame) last.text += run.text
  else runs.push(run)
}

/** The alternative text of a picture. */
export const altOf = ({ children }: Token): string =>
  runsOf(children ?? [])
    .map((run) => (typeof run === 'string' ? run : run.text))
    .join('')
