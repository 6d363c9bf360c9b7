import type { Elements } from '#src/ui/elements.ts'
import { Late } from '#src/ui/Late.tsx'

const loadFront = async () =>
  (await import(/* webpackChunkName: "invite-front" */ './InviteFront.tsx')).InviteFront

type Props = {
  secret: string
  /** The way to the other form: from login to registration, or back. */
  children?: Elements
}

/** The invite that led to this page, above its heading. Its height does not change when the invite arrives. */
export function InviteArrival({ secret, children }: Props) {
  return (
    <div className="mb-6 border-b border-line pb-6">
      <div className="mb-4 min-h-28">
        <Late load={loadFront} props={{ secret }} />
      </div>
      {children}
    </div>
  )
}
