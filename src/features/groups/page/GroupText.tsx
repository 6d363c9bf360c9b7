import type { RichText as Tree } from '#contract/formatting.ts'
import { RichText } from '#src/ui/RichText.tsx'

/** A text of the members of a group: the one place that decides how these texts are shown. */
export function GroupText({ text, tree }: { text: string; tree: Tree | undefined }) {
  return <RichText text={text} tree={Array.isArray(tree) ? tree : null} level={5} />
}
