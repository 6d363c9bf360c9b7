import { EditButton, TopToolbar, useRecordContext } from 'react-admin'
import type { ContentDetail } from '#contract/schemas/content.ts'
import { momentOf, spanOf } from '../parts/ago.ts'
import { DeskShow } from '../parts/DeskPages.tsx'
import { useAnswer } from '../parts/useAnswer.ts'
import { texts } from '../texts.ts'

const words = texts.contents

const Preview = () => {
  const id = useRecordContext()?.id
  const { data: answer, error } = useAnswer<ContentDetail>(`contents/${id}/preview`, {
    isWanted: id !== undefined,
  })
  if (!answer) return <p role="status">{error?.message}</p>
  const { background_image: picture, event_date: start, event_end: end } = answer
  return (
    <article className="desk-preview">
      <p className="desk-quiet">{words.previewNote}</p>
      {picture && <img alt="" className="desk-picture" src={picture} />}
      <h2>{answer.title}</h2>
      <p className="desk-quiet">
        {answer.type}, {start ? spanOf(start, end) : momentOf(answer.date)}
        {answer.event_scope && `, ${answer.event_scope}, ${answer.event_type}`}
      </p>
      <p>
        <strong>{answer.short_description}</strong>
      </p>
      <p className="desk-text">{answer.description}</p>
      {answer.location && (
        <p>
          {words.where}: {answer.location}
        </p>
      )}
    </article>
  )
}

const Actions = () => (
  <TopToolbar>
    <EditButton />
  </TopToolbar>
)

export const ContentPreview = () => (
  <DeskShow actions={<Actions />}>
    <Preview />
  </DeskShow>
)
