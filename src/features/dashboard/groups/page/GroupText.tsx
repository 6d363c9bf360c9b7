import { Prose } from '#src/ui/Prose.tsx'

/** A text of the members of a group: the one place that decides how these texts are shown. */
export function GroupText({ text }: { text: string }) {
  return <Prose text={text} />
}
