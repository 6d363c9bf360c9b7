import { t } from '../i18n.ts'
import type { Elements } from '../parts/elements.ts'
import { FilePick } from '../parts/FilePick.tsx'
import { fieldId } from '../parts/kitNames.ts'
import type { Place } from '../parts/kitValues.ts'
import { Progress } from '../parts/Progress.tsx'
import { PlaceProblems } from './Fields.tsx'
import { useKit } from './kitContext.ts'
import type { useKitFile } from './useKitFile.ts'

type Props = {
  place: Place
  legend: string
  accept: string
  file: Pick<ReturnType<typeof useKitFile>, 'send' | 'name' | 'share' | 'isPending' | 'problem'>
  /** Shown while the server works on the file. */
  working: string
  /** The button that removes the file, if there is one. */
  remove?: { readonly label: string; readonly onClick: () => void }
  note: string
  children?: Elements
}

/** A file of the kit: what there is, a button to choose another one, and one to go back to the default. */
export const KitFilePick = (props: Props) => {
  const { place, legend, accept, file, working, remove, note, children } = props
  const { isLocked } = useKit()
  const id = fieldId(place)
  return (
    <fieldset className="desk-upload">
      <legend id={`${id}-legend`}>{legend}</legend>
      {children}
      {!isLocked && (
        <FilePick
          accept={accept}
          disabled={file.isPending}
          fieldId={id}
          id={id}
          label={remove ? t('uploads.other') : t('uploads.choose')}
          onFile={file.send}
        />
      )}
      {!isLocked && remove && (
        <button className="desk-plain" onClick={remove.onClick} type="button">
          {remove.label}
        </button>
      )}
      {file.isPending && (
        <Progress
          sending={t('uploads.sending', { name: file.name })}
          share={file.share}
          working={working}
        />
      )}
      <p className={file.problem ? 'desk-problem' : 'desk-quiet'} id={`${id}-note`}>
        {file.problem || note}
      </p>
      <div role="alert">
        <PlaceProblems id={`${id}-problem`} place={place} />
      </div>
    </fieldset>
  )
}
