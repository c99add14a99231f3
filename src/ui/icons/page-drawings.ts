/** What single pages show. */
export const clock = 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17z M12 7.5V12l3 2'
export const list = 'M9 6.5h11 M9 12h11 M9 17.5h11 M4.5 6.5h.01 M4.5 12h.01 M4.5 17.5h.01'
export const repeat = 'M4 12a8 8 0 0 1 13.7-5.6L20 8.5 M20 4v4.5h-4.5 M20 12a8 8 0 0 1-13.7 5.6L4 15.5 M4 20v-4.5h4.5'
export const calendar = 'M4.5 6.5h15v13h-15z M4.5 10.5h15 M8.5 4v4 M15.5 4v4'
export const arrow = 'M5 12h14 M13 6l6 6l-6 6'
export const back = 'M19 12H5 M11 18l-6-6l6-6'
export const bell = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15z M10 21h4'
export const alert = 'M12 4l9 16H3z M12 10v4.5 M12 17.3h.01'
export const flag = 'M6 20.5V4 M6 4.5h12l-2.5 4.5l2.5 4.5H6'
export const unfold = 'M6 9.5l6 6l6-6'
export const house = 'M4 11.5l8-7l8 7 M6 10v9.5h4.5v-5h3v5H18V10'
export const person = 'M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8z M4.5 20c.6-3.6 3.7-5.5 7.5-5.5s6.9 1.9 7.5 5.5'
export const personAdded =
  'M10 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8z M3 20c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5 M18.5 8v6 M15.5 11h6'
export const enter = 'M13 4.5h6v15h-6 M4 12h10 M10.5 8l4 4l-4 4'
export const medal = 'M8.5 4l3.5 6l3.5-6 M12 10a5 5 0 1 0 0 10a5 5 0 1 0 0-10z M12 13v4'
export const question =
  'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17z M9.5 9.8a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 1.9 M12 16.6h.01'
