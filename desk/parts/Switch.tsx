type Props<Option> = {
  label: string
  options: readonly Option[]
  /** Several, where each can be chosen. */
  chosen: Option | readonly Option[]
  nameOf: (option: Option) => string
  /** The options are languages, named in themselves. */
  areLanguages?: boolean
  onChoose: (option: Option) => void
}

/** Buttons of which one is chosen, or several. */
export const Switch = <Option extends string | number>(props: Props<Option>) => (
  <fieldset className="desk-switch">
    <legend>{props.label}</legend>
    {props.options.map((one) => (
      <button
        aria-pressed={[props.chosen].flat().some((other) => other === one)}
        key={one}
        lang={props.areLanguages ? String(one) : undefined}
        onClick={() => props.onChoose(one)}
        type="button"
      >
        {props.nameOf(one)}
      </button>
    ))}
  </fieldset>
)
