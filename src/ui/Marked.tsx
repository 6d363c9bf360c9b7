type Props = {
  text: string
  /** What to mark, whatever its case and accents; blank marks nothing. */
  term: string
}

/** A text in which every place that holds the term is marked. */
export function Marked({ text, term }: Props) {
  return partsOf(text, term).map(({ part, isHit, at }) =>
    isHit ? (
      <mark key={at} className="rounded-sm bg-gold/35 text-inherit">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

const plain = (sign: string): string =>
  sign.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s/, ' ')

function partsOf(text: string, term: string) {
  const wanted = [...term.trim().replace(/\s+/g, ' ')].map(plain).join('')
  // Folding changes lengths: of each folded character, where in the text it comes from.
  let folded = ''
  const places: number[] = []
  let end = 0
  for (const sign of text) {
    const own = plain(sign)
    for (let count = 0; count < own.length; count++) places.push(end)
    folded += own
    end += sign.length
  }
  places.push(text.length)
  const parts: { part: string; isHit: boolean; at: number }[] = []
  let from = 0
  const add = (to: number, isHit: boolean) => {
    if (to > from) parts.push({ part: text.slice(from, to), isHit, at: from })
    from = to
  }
  if (wanted !== '')
    for (let hit = folded.indexOf(wanted); hit !== -1; ) {
      add(places[hit] ?? from, false)
      add(places[hit + wanted.length] ?? text.length, true)
      hit = folded.indexOf(wanted, hit + wanted.length)
    }
  add(text.length, false)
  return parts
}
