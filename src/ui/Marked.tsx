type Props = {
  text: string
  /** Case and accents are ignored; a blank term marks nothing. */
  term: string
}

export function Marked({ text, term }: Props) {
  return partsOf(text, term).map(({ part, isHit, start }) =>
    isHit ? (
      <mark key={start} className="rounded-sm bg-gold/35 text-inherit">
        {part}
      </mark>
    ) : (
      <span key={start}>{part}</span>
    ),
  )
}

const fold = (character: string): string =>
  character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s/, ' ')

function partsOf(text: string, term: string) {
  const wanted = [...term.trim().replace(/\s+/g, ' ')].map(fold).join('')
  // Folding changes lengths: for each folded character the index of its source in the text.
  let folded = ''
  const sources: number[] = []
  let end = 0
  for (const character of text) {
    const own = fold(character)
    for (let count = 0; count < own.length; count++) sources.push(end)
    folded += own
    end += character.length
  }
  sources.push(text.length)
  const parts: { part: string; isHit: boolean; start: number }[] = []
  let from = 0
  const add = (to: number, isHit: boolean) => {
    if (to > from) parts.push({ part: text.slice(from, to), isHit, start: from })
    from = to
  }
  if (wanted !== '')
    for (let hit = folded.indexOf(wanted); hit !== -1; ) {
      add(sources[hit] ?? from, false)
      add(sources[hit + wanted.length] ?? text.length, true)
      hit = folded.indexOf(wanted, hit + wanted.length)
    }
  add(text.length, false)
  return parts
}
