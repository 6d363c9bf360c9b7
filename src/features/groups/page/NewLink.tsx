import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LINK_HASH } from '#contract/pages.ts'
import { pageOrigin } from '#src/platform/env.ts'
import { printPage } from '#src/platform/page.ts'
import { printAlone } from '#src/platform/printAlone.ts'
import { Button } from '#src/ui/Button.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { QrCode } from '#src/ui/QrCode.tsx'
import { useFocusOnShow } from '#src/ui/useFocusOnShow.ts'

type Props = { group: string; secret: string; onDone: () => void }

/** The only time that the link is shown. Printing prints nothing else. */
export function NewLink({ group, secret, onDone }: Props) {
  const { t } = useTranslation()
  const heading = useFocusOnShow<HTMLHeadingElement>()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => (panel.current ? printAlone(panel.current) : undefined), [])
  const url = `${pageOrigin()}/discordia/dashboard${LINK_HASH}${secret}`
  return (
    <div ref={panel} className="flex w-full max-w-measure flex-col items-start gap-4">
      <h5
        ref={heading}
        tabIndex={-1}
        className="font-sans text-ui font-bold outline-none print:hidden"
      >
        {t('invite_link.new_title')}
      </h5>
      <p className="font-sans text-ui print:hidden">{t('invite_link.new_lead')}</p>
      <p className="hidden text-xl print:block">{t('invite_link.print_title', { group })}</p>
      <QrCode text={url} label={t('invite_link.qr')} />
      <p className="font-sans text-sm wrap-anywhere">
        <span className="sr-only">{t('invite_link.url')}: </span>
        <span>{url}</span>
      </p>
      <div className="flex flex-wrap gap-3 print:hidden">
        <CopyButton
          text={url}
          variant="primary"
          label={t('invite_link.copy')}
          copied={t('second_step.copied')}
          notCopied={t('second_step.not_copied')}
        />
        <Button onClick={printPage}>{t('invite_link.print')}</Button>
        <Button onClick={onDone}>{t('invite_link.done')}</Button>
      </div>
    </div>
  )
}
