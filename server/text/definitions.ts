/// <reference path="./deflist.d.ts" />
import type Parser from 'markdown-it'
import deflist from 'markdown-it-deflist'

const MEANING = /^[:~][ \t]/

/** Lists of definitions. A term ends the meaning before it, also without an empty line between them. */
export function definitions(parser: InstanceType<typeof Parser>): void {
  parser.use(deflist)
  parser.block.ruler.before(
    'deflist',
    'next_term',
    (state, line, endLine, isAsked) => {
      const textOf = (one: number) =>
        state.src.slice((state.bMarks[one] ?? 0) + (state.tShift[one] ?? 0), state.eMarks[one])
      const isOutside = (state.sCount[line] ?? 0) < state.blkIndent
      return isAsked && isOutside && line + 1 < endLine && MEANING.test(textOf(line + 1))
    },
    { alt: ['paragraph'] },
  )
}
