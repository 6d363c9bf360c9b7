import { type Figure, median } from './figures.ts'
import type { Visit } from './visit.ts'

export type PageTurn = { readonly page: Visit; readonly copy: Visit }

/** Goals of a page; `lcpMs` and `totalKb` are promised only for the landing page. */
const GOALS = { lcpRatio: 1.4, fcpRatio: 1.1, cls: 0, tbtMs: 150, performance: 98 }
const LANDING = { ...GOALS, lcpRatio: 1.25, lcpMs: 1500, tbtMs: 100, totalKb: 250 }
const goalsOf = (page: string): typeof GOALS & Partial<typeof LANDING> =>
  page === 'landing' ? LANDING : GOALS

/** Smaller layout shifts are not visible. */
const CLS_DIGITS = 3

/** @param page name of the page */
export function pageFigures(page: string, turns: readonly PageTurn[]): Figure[] {
  const of = (value: (turn: PageTurn) => number) => median(turns.map(value))
  return [...times(page, of), ...scores(page, of), ...transfers(page, of)]
}

type Of = (value: (turn: PageTurn) => number) => number

function times(page: string, of: Of): Figure[] {
  const goals = goalsOf(page)
  const base = { table: 'Times', subject: page, better: 'lower' } as const
  const ms = (name: string, value: (turn: PageTurn) => number, goal?: number): Figure => ({
    ...base,
    name,
    value: of(value),
    unit: 'ms',
    goal,
  })
  const ratio = (name: string, key: 'lcp' | 'fcp', goal: number): Figure => ({
    ...base,
    name,
    value: of((turn) => turn.page[key] / turn.copy[key]),
    unit: 'times',
    goal,
  })
  const cls = Number(of((turn) => turn.page.cls).toFixed(CLS_DIGITS))
  return [
    ms('LCP', (turn) => turn.page.lcp, goals.lcpMs),
    ms('LCP of the copy', (turn) => turn.copy.lcp),
    ratio('LCP to copy', 'lcp', goals.lcpRatio),
    ms('FCP', (turn) => turn.page.fcp),
    ms('FCP of the copy', (turn) => turn.copy.fcp),
    ratio('FCP to copy', 'fcp', goals.fcpRatio),
    ms('TBT', (turn) => turn.page.tbt, goals.tbtMs),
    { ...base, name: 'CLS', value: cls, unit: 'score', goal: goals.cls },
    ms('Speed Index', (turn) => turn.page.speedIndex),
  ]
}

function scores(page: string, of: Of): Figure[] {
  const score = (name: string, category: string, goal: number): Figure => ({
    table: 'Scores of 100',
    subject: page,
    name,
    value: of((turn) => turn.page.scores[category] ?? 0),
    unit: 'points',
    better: 'higher',
    goal,
  })
  return [
    score('performance', 'performance', goalsOf(page).performance),
    score('accessibility', 'accessibility', 100),
    score('best practices', 'best-practices', 100),
    score('SEO', 'seo', 100),
  ]
}

function transfers(page: string, of: Of): Figure[] {
  const types = ['document', 'script', 'style', 'font', 'image', 'fetch', 'other', 'total'] as const
  return types.map((type) => ({
    table: 'Transfers of a first visit',
    subject: page,
    name: type,
    value: of((turn) => turn.page.kb[type]),
    unit: 'kB',
    better: 'lower',
    goal: type === 'total' ? goalsOf(page).totalKb : undefined,
  }))
}
