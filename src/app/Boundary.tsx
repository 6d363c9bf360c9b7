import { Component, lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { reloadPage } from '#src/platform/page.ts'
import type { BrokenPageProps } from './BrokenPage.tsx'

// Loaded right after the first paint, so that it is there when the connection is lost.
const BrokenPage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "after-paint" */ './BrokenPage.tsx')).BrokenPage,
}))

type Props = {
  /** Renders a replacement for children that have thrown; `again` mounts them anew. */
  instead?: (error: unknown, again: () => void) => ReactNode
  children: ReactNode
}

/** Catches what its children throw, a chunk that could not be fetched included. */
export class Boundary extends Component<Props, { caught: { error: unknown } | null }> {
  override state: { caught: { error: unknown } | null } = { caught: null }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  again = () => this.setState({ caught: null })

  override render() {
    const { caught } = this.state
    return caught ? this.props.instead?.(caught.error, this.again) : this.props.children
  }
}

/**
 * A part of the frame, which must not take the page with it. What breaks is mounted once more, since its elements may have
 * been changed by an extension of the browser; after that it is missing.
 */
export class FramePart extends Boundary {
  private isSecond = false

  override componentDidCatch() {
    if (!this.isSecond) this.again()
    this.isSecond = true
  }
}

export const Broken = (props: BrokenPageProps) => (
  <Boundary instead={() => <ReloadButton />}>
    <Suspense>
      <BrokenPage {...props} />
    </Suspense>
  </Boundary>
)

/** The connection was lost before anything else could be fetched. */
function ReloadButton() {
  const { t } = useTranslation()
  return (
    <button type="button" className="m-8 min-h-tap" onClick={reloadPage}>
      {t('errors.reload')}
    </button>
  )
}
