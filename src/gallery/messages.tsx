import { Button } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/list.tsx'
import { Failure, Notice, StatusNotice } from '../ui/notice.tsx'
import { MeaningContext, Sentence } from '../ui/sentence.tsx'
import { Specimen, State } from './specimen.tsx'

const tones = ['info', 'success', 'warning', 'danger'] as const

export function Messages() {
  return (
    <>
      <Specimen title="Повідомлення">
        {tones.map((tone) => (
          <State key={tone} name={`Notice tone="${tone}"`}>
            <Notice tone={tone} title="Зв’язку немає" actions={<Button variant="border">Спробувати ще раз</Button>}>
              Відповіді зберігаються на цьому пристрої.
            </Notice>
          </State>
        ))}
        <State name="StatusNotice">
          <StatusNotice>Зміни збережено.</StatusNotice>
        </State>
        <State name="Sentence">
          <MeaningContext value={() => 'Помилка мережі'}>
            <Sentence>Ошибка сети</Sentence>
          </MeaningContext>
        </State>
      </Specimen>
      <Specimen title="Порожньо й невдача">
        <State name="EmptyState">
          <EmptyState title="Тут поки порожньо" action={<Button>Обрати тест</Button>}>
            Куплені тести з’являться на цій сторінці.
          </EmptyState>
        </State>
        <State name="Failure">
          <Failure>Помилка мережі</Failure>
        </State>
        <State name="Failure onRetry">
          <Failure onRetry={() => undefined}>Помилка мережі</Failure>
        </State>
      </Specimen>
    </>
  )
}
