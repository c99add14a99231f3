import { scoringPage } from '#contract/public-pages.ts'
import { trainingBounds } from '#contract/training-bounds.ts'

const { aDay } = trainingBounds

/** What every full test gives. Its rules are in the offer, the FAQ and before an exam, too. `minutes`: the exam's time. */
const howItGoes = (minutes: number) => `
<h2>Як проходить</h2>
<ul>
<li><strong>Тренування</strong> без годинника: з поясненням одразу після відповіді або з розбором наприкінці.</li>
<li><strong>Екзамен</strong> триває ${minutes} хвилин і складається з 30 запитань. У вас дві спроби. Якщо зникне світло чи пролунає тривога, годинник можна зупинити паузою.</li>
<li>Кожна відповідь зберігається одразу. Якщо зникне зв’язок або закриється вкладка, екзамен продовжиться з того самого місця.</li>
</ul>
<h2>Що ви отримаєте</h2>
<ul>
<li><strong>Оцінку за шкалою IQ</strong> з діапазоном. Вона орієнтовна: <a href="${scoringPage}">як ми її рахуємо</a>.</li>
<li><strong>Розбір:</strong> які запитання вдалися, скільки часу пішло на кожне, і два завдання виду, який дався найважче, з поясненням.</li>
<li><strong>Сертифікат</strong>, який будь-хто може перевірити, і картинку результату, якою можна поділитися.</li>
</ul>`

/** `minutes`: the sample exam's time. */
const howSampleGoes = (minutes: number, slug: string, name: string) => `
<h2>Як проходить</h2>
<p>Шість завдань тих самих видів, що й у повному тесті, і ${minutes} хвилин на екзамен. Тренуватися можна ${aDay} разів на добу, екзаменів — три. Картка не потрібна.</p>
<p>Шести відповідей замало, щоб чесно виміряти IQ, тому проба показує лише, скільки з них правильні. Оцінку з діапазоном дає <a href="/tests/${slug}">${name}</a>.</p>`

const verbalTasks = `
<h2>Які завдання</h2>
<ul>
<li><strong>Аналогії:</strong> знайти слово, якого бракує в другій парі.</li>
<li><strong>Зайве слово:</strong> знайти те, що не має спільної з іншими ознаки.</li>
<li><strong>Висновки:</strong> знайти єдиний, який обов’язково випливає з умов.</li>
</ul>
<p><img src="/media/zrazok-analohii.8c590cdf.svg" width="388" height="172" alt="Зразок аналогії: птах і гніздо, бджола й знак питання." /></p>
<p>Подекуди треба знати місто, валюту чи вимірювальний прилад.</p>`

const mathTasks = `
<h2>Які завдання</h2>
<ul>
<li><strong>Ряди чисел:</strong> знайти наступне число за правилом.</li>
<li><strong>Ряди літер:</strong> знайти наступну літеру; абетку показано.</li>
<li><strong>Таблиці:</strong> знайти число, якого бракує; рядки й стовпці пов’язані.</li>
</ul>
<p><img src="/media/zrazok-riadu.2a854667.svg" width="412" height="108" alt="Зразок ряду: 3, 6, 12, 24 і знак питання." /></p>
<p>Вистачить чотирьох арифметичних дій.</p>`

const logicTasks = `
<h2>Які завдання</h2>
<ul>
<li><strong>Матриці фігур:</strong> знайти клітинку, якої бракує в таблиці три на три. Кожен малюнок має текстовий опис.</li>
<li><strong>Накладання фігур:</strong> зрозуміти, як із двох малюнків утворюється третій.</li>
<li><strong>Аналогії фігур:</strong> зробити з третьою фігурою те саме, що зроблено з першою.</li>
<li><strong>Латинські квадрати:</strong> знайти фігуру, якої бракує в рядку й стовпці.</li>
<li><strong>Задачі на порядок:</strong> визначити за умовами, хто за ким стоїть.</li>
</ul>
<p><img src="/media/zrazok-matrytsi.cb13214d.svg" width="320" height="320" alt="Зразок матриці: у рядках круги, квадрати й трикутники, у стовпцях одна, дві й три фігури; замість останньої клітинки знак питання." /></p>`

/** A test's description as HTML with pictures of content/media. It is sanitised before it is stored, like any other. */
export const testInfo = {
  verbal: verbalTasks + howItGoes(30),
  math: mathTasks + howItGoes(40),
  logic: logicTasks + howItGoes(45),
  verbalSample: verbalTasks + howSampleGoes(8, 'verbalnij', 'повний вербальний тест'),
  mathSample: mathTasks + howSampleGoes(10, 'abstraktnij', 'повний математичний тест'),
  logicSample: logicTasks + howSampleGoes(10, 'logichnij', 'повний логічний тест'),
}
