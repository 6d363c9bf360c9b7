type Values = Readonly<Record<string, string | number | undefined>>

export const fillIn = (sentence: string, values: Values): string =>
  sentence.replace(/{{(\w+)}}/g, (_all, name: string) => String(values[name] ?? ''))
