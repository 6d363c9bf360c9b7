export type SuggestionsProps = {
  label: string
  titles: readonly string[]
  onChoose: (title: string) => void
}

export function Suggestions({ label, titles, onChoose }: SuggestionsProps) {
  return (
    <div className="max-w-measure">
      <p className="font-sans text-ui text-current/80">{label}</p>
      <ul aria-label={label} className="mt-2 flex flex-wrap justify-center gap-2">
        {titles.map((title) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => onChoose(title)}
              className="min-h-tap rounded-full border border-current/35 px-4 py-1.5 font-body text-ui leading-snug transition-colors wrap-anywhere hover:border-gold hover:bg-gold/15"
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
