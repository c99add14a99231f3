/** What single pages show. */
export const clock = 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17z M12 7.5V12l3 2'
export const list = 'M9 6.5h11 M9 12h11 M9 17.5h11 M4.5 6.5h.01 M4.5 12h.01 M4.5 17.5h.01'
export const repeat = 'M4 12a8 8 0 0 1 13.7-5.6L20 8.5 M20 4v4.5h-4.5 M20 12a8 8 0 0 1-13.7 5.6L4 15.5 M4 20v-4.5h4.5'
export const calendar = 'M4.5 6.5h15v13h-15z M4.5 10.5h15 M8.5 4v4 M15.5 4v4'
export const arrow = 'M5 12h14 M13 6l6 6l-6 6'
export const back = 'M19 12H5 M11 18l-6-6l6-6'
export const bell = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15z M10 21h4'
export const alert = 'M12 4l9 16H3z M12 10v4.5 M12 17.3h.01'
