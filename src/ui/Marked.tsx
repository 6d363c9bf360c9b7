type Props = {
  parts: ReadonlyArray<{ text: string; is_match: boolean }>
}

export function Marked({ parts }: Props) {
  return parts.map(({ text, is_match: isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other order
      <mark key={index} className="rounded-sm bg-gold/35 text-ink forced-colors:text-inherit">
        {text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={index}>{text}</span>
    ),
  )
}
