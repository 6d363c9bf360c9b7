import type { CheckName, CheckState } from '#contract/checklist.ts'
import type { CheckRow } from '#contract/schemas/checklist.ts'
import texts from '../../locales/en/checklist.json' with { type: 'json' }
import { fillIn } from './fillIn.ts'

type Texts = typeof texts.checks
/** Begins with the state: `wrong_old` is a check that is wrong. */
type Finding<Name extends CheckName> = Exclude<keyof Texts[Name], 'title'> & string

/**
 * What one check of the site has found, in words.
 * @param finding key of its sentence in `locales/en/checklist.json`
 */
export function check<Name extends CheckName>(
  name: Name,
  finding: Finding<Name>,
  values: Readonly<Record<string, string | number>> = {},
): CheckRow {
  const sentences: Readonly<Record<string, string>> = texts.checks[name]
  return {
    name,
    state: finding.split('_')[0] as CheckState,
    title: texts.checks[name].title,
    text: fillIn(sentences[finding] ?? '', values),
  }
}

/** The words of `npm run admin -- doctor` around the checks. */
export const { states: checkStates, summary: checkSummary } = texts

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Such as `3 hours ago`. @param ms since then */
export function agoOf(ms: number): string {
  const [unit, length] = STEPS.find(([, step]) => ms >= step) ?? (['second', 1000] as const)
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(
    -Math.floor(Math.max(ms, 0) / length),
    unit,
  )
}
