import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { reloadPage } from '#src/platform/page.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'

type Props = { children: ReactNode }

/** Catches what a screen throws, a chunk that could not be fetched included. */
export class RouteErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <BrokenPage /> : this.props.children
  }
}

function BrokenPage() {
  const { t } = useTranslation()
  return (
    <div className="mx-auto max-w-page px-4 py-24">
      <h1 className="mb-6 text-center font-heading text-4xl font-bold">{t('errors.page_title')}</h1>
      {/* React.lazy never retries a failed chunk: only a reload does. */}
      <ErrorState
        message={t('errors.page_text')}
        retryLabel={t('errors.reload')}
        onRetry={reloadPage}
      />
    </div>
  )
}
