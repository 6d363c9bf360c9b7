import type { ContentDetail } from '#contract/schemas/content.ts'
import { withLateStyles } from '#src/platform/lateStyles.ts'
import { Late } from '#src/ui/Late.tsx'

const loadPanel = async () =>
  (await withLateStyles(import(/* webpackChunkName: "registration" */ './RegistrationPanel.tsx')))
    .RegistrationPanel

/** Renders nothing unless the server announces it (ruling 62). Placed below the text, which must not move. */
export function EventRegistration({ article }: { article: ContentDetail }) {
  const { id, registration } = article
  if (typeof registration?.seats !== 'number') return null
  return <Late load={loadPanel} props={{ id }} />
}
