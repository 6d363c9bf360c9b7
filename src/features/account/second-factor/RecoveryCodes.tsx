import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { printPage } from '#src/platform/page.ts'
import { printAlone } from '#src/platform/printAlone.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { Button } from '#src/ui/Button.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { useFocusOnShow } from '#src/ui/useFocusOnShow.ts'

type Props = { codes: readonly string[]; onKept: () => void }

/** The only time that the codes are shown. Printing prints nothing else. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const { t } = useTranslation()
  const heading = useFocusOnShow<HTMLHeadingElement>()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => (panel.current ? printAlone(panel.current) : undefined), [])
  const text = codes.join('\n')
  const handleDownload = () => {
    const content = `${t('second_step.file_title')}\n\n${text}\n`
    saveFile(new Blob([content], { type: 'text/plain' }), t('second_step.file_name'))
  }
  return (
    <div ref={panel} className="flex w-full max-w-measure flex-col gap-4">
      <h5 ref={heading} tabIndex={-1} data-autofocus className="text-base font-semibold">
        {t('second_step.codes_title')}
      </h5>
      <p className="font-sans text-ui">{t('second_step.codes_lead')}</p>
      <ul
        aria-label={t('second_step.codes')}
        className="grid gap-x-8 gap-y-2 rounded border border-line bg-parchment/60 px-4 py-3 text-ui sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            {/* In the other typefaces 0 and o look alike. */}
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 print:hidden">
        <CopyButton
          text={text}
          label={t('second_step.copy')}
          copied={t('second_step.copied')}
          notCopied={t('second_step.not_copied')}
        />
        <Button onClick={handleDownload}>{t('second_step.download')}</Button>
        <Button onClick={printPage}>{t('second_step.print')}</Button>
      </div>
      <Button variant="primary" className="self-start print:hidden" onClick={onKept}>
        {t('second_step.kept')}
      </Button>
    </div>
  )
}
