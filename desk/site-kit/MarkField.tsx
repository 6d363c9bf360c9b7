import { styled } from '@mui/material/styles'
import { deskRoutes } from '#contract/desk.ts'
import { t } from '../i18n.ts'
import { KitFilePick } from './KitFilePick.tsx'
import { useKit } from './kitContext.ts'
import { fileUrl, useKitFile } from './useKitFile.ts'

export const MarkField = () => {
  const { value, setValue } = useKit()
  const { mark } = value
  const file = useKitFile(
    (desk, upload) => desk.call(deskRoutes.site.takeMark, { upload }),
    (taken) => setValue('mark', taken),
  )
  return (
    <KitFilePick
      accept="image/svg+xml,image/png"
      file={file}
      legend={t('site.frame.mark')}
      note={`${t(mark ? 'site.own_mark' : 'site.no_mark')} ${t('site.frame.mark_note')}`}
      place="mark"
      remove={mark && { label: t('site.remove_mark'), onClick: () => setValue('mark', undefined) }}
      working={t('site.reading', { name: file.name })}
    >
      {mark?.kind === 'png' && <Shown alt="" src={fileUrl(mark.key)} />}
    </KitFilePick>
  )
}

/** The mark on the colour of the header, where the site shows it. An SVG is only sent as a file of the site, not as an upload. */
const Shown = styled('img')({
  display: 'block',
  width: 96,
  height: 96,
  margin: '0 0 8px',
  padding: 8,
  objectFit: 'contain',
  borderRadius: 6,
  background: 'var(--bar)',
})
