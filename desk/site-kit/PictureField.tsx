import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useDataProvider } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { KitPicture } from '#contract/schemas/siteKit.ts'
import type { PictureSlot } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import { messageOf } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { FocalPoint, type Focus } from './FocalPoint.tsx'
import { KitFilePick } from './KitFilePick.tsx'
import { useKit } from './kitContext.ts'
import { useKitFile } from './useKitFile.ts'

const MIDDLE: Focus = { x: 0.5, y: 0.5 }
/** Milliseconds after the last move of the focal point. */
const CUT_DELAY_MS = 700

/** The picture of a place, with the point that stays in view in all its sizes. */
export const PictureField = ({ slot }: { slot: PictureSlot }) => {
  const { value, setValue } = useKit()
  const place = `pictures.${slot}` as const
  const picture = value.pictures?.[slot]
  const take = (taken: KitPicture) => setValue(place, taken)
  const file = useKitFile(
    (desk, upload) => desk.call(deskRoutes.site.cutPicture, { slot, upload, focus: MIDDLE }),
    take,
  )
  const cut = useCut(slot, take)
  return (
    <KitFilePick
      accept="image/jpeg,image/png,image/webp"
      file={{ ...file, problem: file.problem || cut.problem }}
      legend={t('site.picture_of', { name: t(`site.slots.${slot}`) })}
      note={cut.isPending ? t('site.cutting') : picture ? '' : t('site.no_picture')}
      place={place}
      remove={
        picture && { label: t('site.remove_picture'), onClick: () => setValue(place, undefined) }
      }
      working={t('site.cutting')}
    >
      {picture && (
        <FocalPoint
          // A cut that was refused leaves the point where it was.
          key={`${picture.key} ${cut.problem}`}
          onChange={(focus) => cut.soon({ slot, original: picture.original, focus })}
          picture={picture}
        />
      )}
    </KitFilePick>
  )
}

type Cut = { readonly slot: PictureSlot; readonly original: string; readonly focus: Focus }

/** Cuts a picture again around another point, once that stays where it is. */
function useCut(slot: PictureSlot, onDone: (picture: KitPicture) => void) {
  const desk = useDataProvider<DeskDataProvider>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { mutate, isPending, error } = useMutation({
    mutationKey: ['cut', slot],
    mutationFn: (wanted: Cut) => desk.call(deskRoutes.site.cutPicture, wanted),
    onSuccess: onDone,
    networkMode: 'always',
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    soon: (wanted: Cut) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => mutate(wanted), CUT_DELAY_MS)
    },
    isPending,
    problem: error ? messageOf(error) : '',
  }
}
