// Starts loading the font before the app runs: a page without prerendered text would request it only after render.
void document.fonts.load('1rem Inter');
