/** The options whose label contains the text, whatever the case; all of them for an empty text. */
export function matchingOptions<Option extends { label: string }>(
  options: ReadonlyArray<Option>,
  text: string,
): ReadonlyArray<Option> {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return options
  return options.filter((option) => option.label.toLocaleLowerCase().includes(wanted))
}
